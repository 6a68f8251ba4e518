/** The three locks of the web host, and byte ranges. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPublicFiles } from '../../../src-main/engine/client/public-files.ts';
import { createGuard } from '../../../src-main/serve/guard.ts';
import { parseRange } from '../../../src-preload/contract/byte-range.ts';

describe('guard', () => {
  const guard = createGuard(4711);

  test('only the loopback names with the own port are hosts', () => {
    for (const host of ['127.0.0.1:4711', 'localhost:4711', 'LOCALHOST:4711'])
      expect(guard.hostAllowed({ host })).toBe(true);
    for (const host of [
      'evil.example:4711',
      '127.0.0.1',
      '127.0.0.1:4712',
      '[::1]:4711',
      '127.0.0.1.nip.io:4711',
      '',
    ])
      expect(guard.hostAllowed({ host })).toBe(false);
    expect(guard.hostAllowed({})).toBe(false);
  });

  test('an origin must be the one the request was sent to', () => {
    const host = 'localhost:4711';
    expect(guard.originAllowed({ host, origin: 'http://localhost:4711' }, true)).toBe(true);
    for (const origin of [
      'http://localhost:4712',
      'https://localhost:4711',
      'http://127.0.0.1:4711',
      'null',
      'http://evil.example',
    ])
      expect(guard.originAllowed({ host, origin }, false)).toBe(false);
    expect(guard.originAllowed({ host }, false)).toBe(true);
    expect(guard.originAllowed({ host }, true)).toBe(false);
  });

  test('the cookie is found among others and cannot be guessed from the token', () => {
    const pair = guard.cookie.split(';')[0] as string;
    expect(guard.cookie).toContain('HttpOnly');
    expect(guard.cookie).toContain('SameSite=Strict');
    expect(guard.hasCookie({ cookie: `a=b; ${pair}; c=d` })).toBe(true);
    expect(guard.hasCookie({ cookie: `carrel-4711=${guard.token}` })).toBe(false);
    expect(guard.hasCookie({ cookie: pair.replace('4711', '4712') })).toBe(false);
    expect(guard.hasCookie({ cookie: `${pair}x` })).toBe(false);
    expect(guard.hasCookie({})).toBe(false);
  });

  test('two hosts share neither token nor cookie', () => {
    const other = createGuard(4711);
    expect(guard.isToken(other.token)).toBe(false);
    expect(guard.isToken(guard.token)).toBe(true);
    expect(guard.isToken(null)).toBe(false);
    expect(guard.hasCookie({ cookie: other.cookie.split(';')[0] as string })).toBe(false);
  });

  test('a page of another site, or another port of this computer, is not our page', () => {
    for (const site of ['cross-site', 'same-site'])
      expect(guard.siteAllowed({ 'sec-fetch-site': site })).toBe(false);
    for (const site of ['same-origin', 'none'])
      expect(guard.siteAllowed({ 'sec-fetch-site': site })).toBe(true);
    expect(guard.siteAllowed({})).toBe(true);
  });
});

describe('ranges of 1,000 bytes', () => {
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-100', 900, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=999-999', 999, 999],
  ])('%s', (header, first, last) => expect(parseRange(header, 1000)).toEqual({ kind: 'part', first, last }));

  test.each([undefined, '', 'bytes=-', 'bytes=5-1', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b'])(
    '%s is answered with the whole',
    (header) => expect(parseRange(header, 1000)).toEqual({ kind: 'whole' }),
  );
  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s cannot be satisfied', (header) =>
    expect(parseRange(header, 1000)).toEqual({ kind: 'none' }),
  );
});

test('only regular files of the built folder have an address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-files-'));
  try {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '');
    writeFileSync(join(folder, 'assets', 'index-1a2b.js'), '');
    symlinkSync('/etc/passwd', join(folder, 'assets', 'link.js'));
    const files = listPublicFiles(folder);
    expect([...files.keys()].sort()).toEqual(['/assets/index-1a2b.js', '/index.html']);
    expect(files.get('/assets/index-1a2b.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      cache: expect.stringContaining('immutable') as string,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
