/** The menu. In: a way to give a command to the page. Out: the template, with the keys of the design. */
import type { MenuItemConstructorOptions } from 'electron';
import type { HostCommand } from '../../src-preload/contract/host.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly development: boolean;
  command(command: HostCommand): void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Panes (Ctrl 1, 2, 3), Escape, F6 and F1 are the page's own keys. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const mac = options.platform === 'darwin';
  const item = (label: string, command: HostCommand, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => options.command(command),
  });
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
  return [
    ...(mac
      ? [
          {
            role: 'appMenu' as const,
            submenu: [
              { role: 'about' as const },
              separator,
              settings,
              separator,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              separator,
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New question', 'newQuestion', 'CmdOrCtrl+N'),
        item('Add folder…', 'addFolder', 'CmdOrCtrl+O'),
        item('Export…', 'export', 'CmdOrCtrl+E'),
        separator,
        ...(mac ? [] : [settings, separator]),
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('Find', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Commands…', 'commands', 'CmdOrCtrl+K'),
        item('Next evidence', 'nextEvidence', 'Alt+Down'),
        item('Previous evidence', 'previousEvidence', 'Alt+Up'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(options.development ? [{ role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
  ];
}
