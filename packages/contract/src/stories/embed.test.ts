import { describe, expect, it } from 'vitest';
import { embedSize, toEmbedFrame, toEmbedUrl } from './embed.ts';

const origin = 'https://relato.example';
const id = '0190a7c4-0000-7000-8000-000000000000';

describe('the player for other pages', () => {
  it('has an address with only the options that differ from the defaults', () => {
    expect(toEmbedUrl(origin, id)).toBe(`${origin}/embed/${id}`);
    expect(toEmbedUrl(origin, id, { seconds: 0, theme: null })).toBe(`${origin}/embed/${id}`);
    expect(toEmbedUrl(origin, id, { seconds: 42, theme: 'dark' })).toBe(
      `${origin}/embed/${id}?t=42&theme=dark`,
    );
  });

  it('SEC-38: is framed by HTML that contains a title as text', () => {
    const title = '"><script>\u0000alert(1)</script>\n& más';
    const frame = toEmbedFrame({ url: `${origin}/embed/${id}?t=1&theme=dark`, title, ...embedSize });
    expect(frame).toBe(
      `<iframe src="${origin}/embed/${id}?t=1&amp;theme=dark" width="480" height="160" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; más – Relato" loading="lazy" allow="autoplay" style="border:0;max-width:100%;color-scheme:normal"></iframe>`,
    );
  });
});
