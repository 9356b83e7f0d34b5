import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

const sizeOf = (html: string) => /(?<=[" ])size-\S+/.exec(html)?.[0];

it('L117: avatars are small, medium or large, and small by default', () => {
  expect(sizeOf(renderToStaticMarkup(<Avatar username="marisol" />))).toBe('size-9');
  expect(sizeOf(renderToStaticMarkup(<Avatar username="marisol" size="small" />))).toBe('size-9');
  expect(sizeOf(renderToStaticMarkup(<Avatar username="marisol" size="medium" />))).toBe('size-12');
  expect(sizeOf(renderToStaticMarkup(<Avatar username="marisol" size="large" />))).toBe(
    'size-[min(5.5rem,25vw)]',
  );
});
