import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toLine } from '@relato/contract';
import { ID3Writer } from 'browser-id3-writer';

interface TaggedStory {
  readonly id: string;
  readonly title: string;
  /** Null if the author no longer has a username. */
  readonly username: string | null;
  readonly publishedAt: Date;
}

/** Returns the beginning of a story's MP3 for programs that show files: title, author, date, address and picture, as ID3v2.3. */
export type ToMp3Tag = (story: TaggedStory) => Uint8Array;

/** The picture type of a front cover in the ID3 standard. */
const frontCover = 3;

/** `webDir` is the folder of the built web app, which contains the picture. */
export function createMp3Tagger({
  publicUrl,
  webDir,
}: {
  readonly publicUrl: string;
  readonly webDir: string;
}): ToMp3Tag {
  const cover = readCover(join(webDir, 'icons/icon-512.png'));
  return ({ id, title, username, publishedAt }) => {
    const tag = new ID3Writer(new ArrayBuffer(0));
    tag
      .setFrame('TIT2', toLine(title))
      .setFrame('TPE1', [username ?? 'Relato'])
      .setFrame('TALB', 'Relato')
      .setFrame('TYER', publishedAt.getUTCFullYear())
      .setFrame('TDAT', toDayAndMonth(publishedAt))
      .setFrame('WOAS', `${publicUrl}/?story=${id}`);
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum of the library exists for types only
    if (cover) tag.setFrame('APIC', { type: frontCover, data: cover, description: 'Relato' });
    return new Uint8Array(tag.addTag());
  };
}

/** Returns DDMM, the form of the standard. */
const toDayAndMonth = (date: Date): string => date.toISOString().replace(/^\d+-(\d\d)-(\d\d).*$/, '$2$1');

/** Returns null without the built web app, as in tests. */
function readCover(path: string): ArrayBuffer | null {
  try {
    return new Uint8Array(readFileSync(path)).buffer;
  } catch {
    return null;
  }
}
