import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MiniPlayer } from './mini-player.tsx';

it('has the live region of the question before it is asked, so that screen readers announce it', () => {
  expect(renderToStaticMarkup(<MiniPlayer />)).toContain('aria-live="polite"');
});
