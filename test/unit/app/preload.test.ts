/** The preload: what the page gets, and how frames are counted. In: a fake ipcRenderer. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FRAMES_PER_ACKNOWLEDGEMENT, HOST_CHANNELS } from '../../../src-preload/contract/host-channels.ts';
import type { CarrelHost } from '../../../src-preload/contract/host.ts';

class FakeRenderer extends EventEmitter {
  readonly sent: unknown[][] = [];
  send = (...message: unknown[]): void => void this.sent.push(message);
  invoke = (...message: unknown[]): Promise<unknown> => Promise.resolve(message);
}

let ipc: FakeRenderer;
let exposed: Record<string, unknown>;
vi.mock('electron', () => ({
  get ipcRenderer() {
    return ipc;
  },
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => void (exposed[name] = value),
  },
  webUtils: { getPathForFile: (file: { where: string }) => file.where },
}));

let host: CarrelHost;
beforeEach(async () => {
  [ipc, exposed] = [new FakeRenderer(), {}];
  vi.resetModules();
  await import('../../../src-preload/preload.ts');
  host = exposed['carrel'] as CarrelHost;
});

const main = (channel: string, ...values: unknown[]): void => void ipc.emit(channel, {}, ...values);

describe('window.carrel', () => {
  it('is all that the page gets', () => {
    expect(Object.keys(exposed)).toEqual(['carrel']);
    expect(JSON.stringify(Object.keys(host))).not.toMatch(/ipc|require|electron/iu);
    expect(host.platform).toBe(process.platform);
  });

  it('asks for an engine once, when the page listens', () => {
    expect(ipc.sent).toEqual([]);
    let opened = 0;
    host.port.onOpen(() => opened++);
    host.port.onOpen(() => opened++);
    expect(ipc.sent).toEqual([[HOST_CHANNELS.connect]]);
    main(HOST_CHANNELS.opened, 1);
    expect(opened).toBe(2);
    host.port.onOpen(() => opened++);
    expect(opened).toBe(3);
  });

  it('sends frames only while the port is open, with the number of the connection', () => {
    host.port.onOpen(() => undefined);
    host.port.send({ id: 1 });
    main(HOST_CHANNELS.opened, 4);
    host.port.send({ id: 2 });
    main(HOST_CHANNELS.closed, null);
    host.port.send({ id: 3 });
    expect(ipc.sent.slice(1)).toEqual([[HOST_CHANNELS.frame, 4, { id: 2 }]]);
  });

  it('hands on frames of this connection and says how many it took', () => {
    const frames: unknown[] = [];
    host.port.onFrame((frame) => frames.push(frame));
    host.port.onOpen(() => undefined);
    main(HOST_CHANNELS.opened, 2);
    main(HOST_CHANNELS.frame, 1, 'of an earlier connection');
    for (let id = 0; id < FRAMES_PER_ACKNOWLEDGEMENT * 2 + 3; id++) main(HOST_CHANNELS.frame, 2, id);
    expect(frames).toEqual(Array.from({ length: 35 }, (_, id) => id));
    const taken = ipc.sent.filter(([channel]) => channel === HOST_CHANNELS.taken);
    expect(taken).toEqual([
      [HOST_CHANNELS.taken, 2, 16],
      [HOST_CHANNELS.taken, 2, 16],
    ]);
  });

  it('says why the port closed', () => {
    const reasons: unknown[] = [];
    host.port.onClose((error) => reasons.push(error));
    main(HOST_CHANNELS.closed, null);
    main(HOST_CHANNELS.closed, { code: 'libraryNewer', message: 'm', retryable: false });
    expect(reasons).toEqual([null, { code: 'libraryNewer', message: 'm', retryable: false }]);
  });

  it('gives paths of dropped files, addresses of documents and commands', () => {
    expect(host.pathsOfDroppedFiles([{ where: '/a' }, { where: '/b' }])).toEqual(['/a', '/b']);
    expect(host.documentUrl('ab/c')).toBe('carrel-app://carrel/document/ab%2Fc');
    const commands: unknown[] = [];
    host.onCommand((command) => commands.push(command));
    main(HOST_CHANNELS.command, 'find');
    expect(commands).toEqual(['find']);
  });

  it('asks the main process for dialogs, file manager and theme', async () => {
    expect(await host.chooseFolders()).toEqual([HOST_CHANNELS.chooseFolders]);
    expect(await host.saveText('a.md', 'x')).toEqual([HOST_CHANNELS.saveText, 'a.md', 'x']);
    host.showInFolder('/a');
    host.setTheme('dark');
    expect(ipc.sent).toEqual([
      [HOST_CHANNELS.showInFolder, '/a'],
      [HOST_CHANNELS.setTheme, 'dark'],
    ]);
  });
});
