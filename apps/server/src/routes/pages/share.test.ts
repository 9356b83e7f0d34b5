import { expect, it } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

it.each(['null', 'https://elsewhere.example'])(
  'a file that is shared without a service worker leads to the recorder, unread: from %s',
  async (origin) => {
    const form = new FormData();
    form.set('audio', new File(['sound'], 'nota.m4a', { type: 'audio/mp4' }));
    const answer = await test.app.request('/compartir', { method: 'POST', body: form, headers: { origin } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/record?audio=missing']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  },
);
