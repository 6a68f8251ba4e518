/** How much room there is. In: the window. Out: hooks for the widths at which panes yield (design README, Panes). */
import { useCallback, useSyncExternalStore } from 'react';

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Below 1000 px the left pane is a rail. */
export function useRail(): boolean {
  return useMedia('(max-width: 999px)');
}

/** Below 700 px one pane is shown at a time. */
export function useOnePane(): boolean {
  return useMedia('(max-width: 699px)');
}
