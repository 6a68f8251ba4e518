/** Scrolls to a place on a page. In: a container and a target. Out: the container there, slowly when near. */

/** Time of a scroll to a box, in milliseconds (--motion-slow of the tokens). */
const SLOW = 240;

function still(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Moves at once when the target is more than two screens away or motion is not wanted. */
export function scrollTo(container: HTMLElement, top: number, left: number): void {
  const goal = Math.max(0, Math.min(top, container.scrollHeight - container.clientHeight));
  const from = container.scrollTop;
  container.scrollLeft = Math.max(0, left);
  if (still() || Math.abs(goal - from) > 2 * container.clientHeight) {
    container.scrollTop = goal;
    return;
  }
  const start = performance.now();
  const frame = (now: number): void => {
    const part = Math.min(1, (now - start) / SLOW);
    container.scrollTop = from + (goal - from) * (1 - (1 - part) ** 3);
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
