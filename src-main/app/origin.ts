/** What counts as our own. In: addresses and ipc events. Out: yes or no. */
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { APP_ORIGIN } from '../../src-preload/contract/host-channels.ts';

/** True for an address of the page's own origin. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN;
}

/** True when the message is from the main frame of a window and shows our page. */
export function isOwnSender(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isOwnAddress(frame.url);
}
