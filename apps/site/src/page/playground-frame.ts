/** The place of the playground in a page of VitePress, which Vue draws; the playground itself is loaded on demand. */
import { defineComponent, h, onBeforeUnmount, onMounted, ref, type VNode } from 'vue';

export const PlaygroundFrame: ReturnType<typeof defineComponent> = defineComponent({
  name: 'PlaygroundFrame',
  setup() {
    const place = ref<HTMLElement>();
    let remove: (() => void) | undefined;
    let isGone = false;
    onMounted(async () => {
      const { mountPlayground } = await import('./playground/mount.tsx');
      if (place.value !== undefined && !isGone) remove = mountPlayground(place.value);
    });
    onBeforeUnmount(() => {
      isGone = true;
      remove?.();
    });
    return (): VNode => h('div', { ref: place, class: 'playground-place' }, [h('p', 'The playground is loading …')]);
  },
});
