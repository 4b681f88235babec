/** Prints what it is told: `node says.mjs <words>`. */
const [, , words] = process.argv;

console.log(words);
