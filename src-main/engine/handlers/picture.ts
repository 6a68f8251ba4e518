/**
 * Pictures of pages and crops, made when first looked at. In: a document, a page, a box.
 * Out: PNG bytes; `regions` draws what was found, coloured by kind.
 */
import type { CallArguments } from '../../../src-preload/contract/contract.ts';
import type { PictureRequest } from '../../domain/ports/reader.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { BlockKind } from '../../domain/page.ts';
import type { Rooms } from '../rooms.ts';

/** Apart from one another for the common forms of colour blindness (Okabe and Ito). */
const COLORS: Readonly<Record<BlockKind, string>> = {
  heading: '#d55e00',
  paragraph: '#0072b2',
  listItem: '#56b4e9',
  code: '#999999',
  caption: '#cc79a7',
  table: '#009e73',
  figure: '#e69f00',
  furniture: '#bbbbbb',
};

export async function pagePicture(
  rooms: Pick<Rooms, 'store' | 'reader' | 'locator' | 'indexer'>,
  document: DocumentId,
  input: Pick<CallArguments<'library.picture'>, 'page' | 'box' | 'dpi' | 'regions'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { path } = await rooms.locator.locate(document);
  const layout = input.regions ? await rooms.store.library.page(document, input.page) : null;
  const outlines: PictureRequest['outlines'] = layout?.blocks.map((block) => ({
    box: block.box,
    color: COLORS[block.kind],
    label: block.kind,
  }));
  return rooms.reader.picture(
    {
      path,
      password: rooms.indexer.passwordOf(document),
      page: input.page,
      dpi: input.dpi,
      box: input.box,
      ...(outlines ? { outlines } : {}),
    },
    signal,
  );
}
