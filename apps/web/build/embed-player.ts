import { readFile } from 'node:fs/promises';
import { transformWithOxc, type Plugin } from 'vite';

const source = new URL('../embed/', import.meta.url);

/** Writes `embed.js` and `embed.css` beside the app. The embeddable player shares nothing with it, and is a classic script. */
export const embedPlayer = (): Plugin => ({
  name: 'embed-player',
  apply: 'build',
  async generateBundle() {
    const script = await readFile(new URL('embed.ts', source), 'utf8');
    const { code } = await transformWithOxc(script, 'embed.ts', { lang: 'ts' });
    this.emitFile({ type: 'asset', fileName: 'embed.js', source: code });
    const style = await readFile(new URL('embed.css', source), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'embed.css', source: style });
  },
});
