/**
 * Names of the messages between Electron's main process and the preload, one text for both. Frames
 * and acknowledgements carry the number of the connection, so that what belongs to a connection
 * that is gone is told apart.
 */
export const HOST_CHANNELS = {
  /** page → main: attach an engine (again); what an earlier page of this window asked is void. */
  connect: 'carrel:connect',
  /** main → page: (connection) */
  opened: 'carrel:opened',
  /** main → page: (error or null) */
  closed: 'carrel:closed',
  /** Both ways: (connection, frame) */
  frame: 'carrel:frame',
  /** page → main: (connection, how many frames more were taken) */
  taken: 'carrel:taken',
  /** main → page: (command) */
  command: 'carrel:command',
  /** page → main, answered. */
  chooseFolders: 'carrel:choose-folders',
  saveText: 'carrel:save-text',
  /** page → main */
  showInFolder: 'carrel:show-in-folder',
  setTheme: 'carrel:set-theme',
} as const;

/** The page says that it took frames after this many. */
export const FRAMES_PER_ACKNOWLEDGEMENT = 16;

/** Where the renderer and the documents are served; the page's one origin. */
export const APP_SCHEME = 'carrel-app';
export const APP_ORIGIN = `${APP_SCHEME}://carrel`;
