/** Byte ranges (RFC 9110 §14). In: a Range header and a size. Out: what to send. */

export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'none' }
  | { readonly kind: 'part'; first: number; last: number };

/**
 * One range of `size` bytes, `last` included. Several ranges, other units and headers that make no
 * sense are answered with the whole, as the standard allows; `none` is status 416.
 */
export function parseRange(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=(\d*)-(\d*)$/u.exec((header ?? '').trim());
  if (!match) return { kind: 'whole' };
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return { kind: 'whole' };
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? { kind: 'none' } : { kind: 'part', first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  return first >= size ? { kind: 'none' } : { kind: 'part', first, last };
}
