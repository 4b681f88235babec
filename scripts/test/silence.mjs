/**
 * Says that a program still runs whenever it has said nothing for a while.
 */
const longestSilence = 15_000;

/** Begins to watch; `say` gets one line for every 15 s of silence. */
export function watchSilence(say) {
  const started = performance.now();
  const tell = () => say(`… still running after ${Math.round((performance.now() - started) / 1000)} s`);
  let timer = setInterval(tell, longestSilence);
  return {
    /** The program has said something. */
    heard() {
      clearInterval(timer);
      timer = setInterval(tell, longestSilence);
    },
    /** The program has ended. */
    stop() {
      clearInterval(timer);
    },
  };
}
