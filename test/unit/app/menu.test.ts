/** The menu: the keys of the design, each once, and commands that reach the page. */
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../src-main/app/menu.ts';
import { HOST_COMMANDS, type HostCommand } from '../../../src-preload/contract/host.ts';

function items(
  platform: NodeJS.Platform,
  development = false,
  given: HostCommand[] = [],
): MenuItemConstructorOptions[] {
  const template = menuTemplate({ platform, development, command: (command) => void given.push(command) });
  return template.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : [menu]));
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('has the keys of the design, none twice', () => {
    const keys = Object.fromEntries(
      items(platform).flatMap((item) => (item.accelerator ? [[item.accelerator, item.label]] : [])),
    );
    expect(keys).toEqual({
      'CmdOrCtrl+N': 'New question',
      'CmdOrCtrl+O': 'Add folder…',
      'CmdOrCtrl+E': 'Export…',
      'CmdOrCtrl+F': 'Find',
      'CmdOrCtrl+K': 'Commands…',
      'CmdOrCtrl+,': 'Settings…',
      'Alt+Down': 'Next evidence',
      'Alt+Up': 'Previous evidence',
    });
    expect(items(platform).filter((item) => item.accelerator)).toHaveLength(Object.keys(keys).length);
  });

  it('gives every command that the page knows', () => {
    const given: HostCommand[] = [];
    for (const item of items(platform, false, given)) (item.click as (() => void) | undefined)?.();
    expect(given.toSorted()).toEqual([...HOST_COMMANDS].toSorted());
  });

  it('can quit, and has the clipboard', () => {
    const roles = items(platform).map((item) => item.role);
    expect(roles).toEqual(expect.arrayContaining(['quit', 'copy', 'paste', 'selectAll']));
  });

  it('has no reload and, outside development, no developer tools', () => {
    const roles = items(platform).map((item) => item.role);
    for (const role of ['reload', 'forceReload', 'toggleDevTools'] as const)
      expect(roles).not.toContain(role);
    expect(items(platform, true).map((item) => item.role)).toContain('toggleDevTools');
  });
});
