/** Chromium from a package of npm. In: nothing (or CARREL_CHROMIUM). Out: a browser, or the reason why there is none. */
import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

/** Why no browser can be started here, or null. The package holds the one for Linux on x64. */
export function browserMissing(): string | null {
  const own = process.env['CARREL_CHROMIUM'];
  if (own) return existsSync(own) ? null : `CARREL_CHROMIUM names ${own}, which is not there`;
  if (process.platform === 'linux' && process.arch === 'x64') return null;
  return `no Chromium in the packages for ${process.platform} on ${process.arch}; set CARREL_CHROMIUM`;
}

/** Web security stays on: the policies of the page are part of what is tested. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CARREL_CHROMIUM'] ?? (await chromiumPackage.executablePath()),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage'],
  });
}
