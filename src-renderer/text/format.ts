/** How numbers, sizes, times and names are written. In: plain values. Out: text with no-break spaces. */
const NO_BREAK = '\u00a0';

/** 12640 → "12,640". */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** "1 page", "12,640 pages". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)}${NO_BREAK}${value === 1 ? one : many}`;
}

/** Bytes in decimal units, as file managers print them: "4.1 MB". */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toFixed(digits)}${NO_BREAK}${units[unit] ?? 'B'}`;
}

/** Seconds as a person says them: "14 min", "2 h 5 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}${NO_BREAK}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${NO_BREAK}min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}${NO_BREAK}h${rest ? `${NO_BREAK}${rest}${NO_BREAK}min` : ''}`;
}

/** Milliseconds of a step: "0.4 s", "38 s". */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${NO_BREAK}s`;
}

/** A rate of pages: "9.6 pages/s". */
export function rate(pagesPerSecond: number): string {
  return `${pagesPerSecond < 9.95 ? pagesPerSecond.toFixed(1) : count(Math.round(pagesPerSecond))}${NO_BREAK}pages/s`;
}

const DAY = 86_400_000;

/** A time of today as "14:02", of this week as "Friday", else as a date; `now` in milliseconds. */
export function when(iso: string, now = Date.now()): string {
  const date = new Date(iso);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const at = date.getTime();
  if (at >= midnight) return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (at >= midnight - DAY) return 'yesterday';
  if (at >= midnight - 6 * DAY) return date.toLocaleDateString('en', { weekday: 'long' });
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** "Today, 14:02" and so on, for the line under a question. */
export function whenLong(iso: string, now = Date.now()): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return Date.parse(iso) >= midnight ? `Today, ${time}` : `${when(iso, now)}, ${time}`;
}

/** "page 42", and the printed label where it differs: "page 42 (printed 38)". */
export function pageName(page: number, label: string | null): string {
  const printed = label !== null && label !== String(page) ? ` (printed ${label})` : '';
  return `page${NO_BREAK}${page}${printed}`;
}

/** A path cut in its middle, so that its start and the file's name stay. `length` is in characters. */
export function middleCut(path: string, length: number): string {
  if (path.length <= length) return path;
  const tail = Math.ceil((length - 1) * 0.65);
  return `${path.slice(0, length - 1 - tail)}…${path.slice(-tail)}`;
}
