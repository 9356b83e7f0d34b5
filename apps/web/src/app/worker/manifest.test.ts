import { readFileSync } from 'node:fs';
import { offeredTypes } from '@relato/contract/recordings/audio-formats';
import { share } from '@relato/contract/recordings/share-target';
import { expect, it } from 'vitest';

const folder = new URL('../../../public/', import.meta.url);

interface Icon {
  readonly src: string;
  readonly sizes: string;
}
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', folder), 'utf8')) as {
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly icons: readonly Icon[] }[];
  readonly share_target: object;
};

it('the manifest posts a shared file where the worker and the server expect it', () => {
  expect(manifest.share_target).toMatchObject({
    action: share.path,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: share.field, accept: offeredTypes }] },
  });
});

it('the icons of the manifest have the sizes that it names', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of icons) {
    // Width and height, in the first chunk of a PNG file.
    const png = readFileSync(new URL(src.slice(1), folder));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
