import { expect, it } from 'vitest';
import { unknownPush } from '../../messages/bell/push.ts';
import { toShownNotification } from './shown-notification.ts';

const origin = 'https://relato.example';
const show = (payload: unknown) =>
  toShownNotification(typeof payload === 'string' ? payload : JSON.stringify(payload), origin);
const notification = {
  title: 'Relato',
  body: '@ana comentó «El tren»',
  navigate: `${origin}/?story=1`,
  tag: 'comment 1',
};

it('a message shows its texts and opens its path', () => {
  const { title, options } = show({ web_push: 8030, notification });
  expect(title).toBe('Relato');
  expect(options).toMatchObject({ body: notification.body, tag: 'comment 1', data: '/?story=1' });
});

it.each(['', 'no JSON', 'null', '[]', '{"notification":null}', '{"notification":{"title":1,"body":2}}'])(
  'a message that cannot be read shows a default: %s',
  (payload) => {
    const { title, options } = show(payload);
    expect({ title, body: options.body }).toEqual(unknownPush);
    expect(options.data).toBe('/avisos');
  },
);

it.each([
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  'https://relato.example.evil/',
  7,
])('an address of another site is not opened: %s', (navigate) =>
  expect(show({ notification: { ...notification, navigate } }).options.data).toBe('/avisos'),
);
