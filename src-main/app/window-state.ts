/** Size and place of the window, kept in the home folder. In: a file. Out: bounds that are on a screen. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof stateSchema>;

/** Part of the window's upper edge that must lie on a screen, so that it can be dragged: points. */
const GRIP = 80;

function reachable({ x, y, width }: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some(
    (screen) =>
      x + width - GRIP >= screen.x &&
      x + GRIP <= screen.x + screen.width &&
      y >= screen.y &&
      y + GRIP / 2 <= screen.y + screen.height,
  );
}

/** The stored state, or null where there is none, it is damaged, or its screen is gone. */
export function readWindowState(file: string, screens: readonly Rectangle[]): WindowState | null {
  try {
    const state = stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return reachable(state, screens) ? state : null;
  } catch {
    return null;
  }
}

/** Written whole or not at all. A full disk loses the window's place and nothing else. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    return;
  }
}
