import { describe, expect, it } from 'vitest';
import { toDeviceName } from './to-device-name.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('toDeviceName', () => {
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/138.0.0.0 Mobile Safari/537.36`,
      'Chrome en Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari en iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${webKit} CriOS/120.0 Mobile/15E148 Safari/604.1`,
      'Chrome en iPad',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
      'Edge en Windows',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/138.0.0.0 Safari/537.36 OPR/120`,
      'Opera en Mac',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet en Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'Un navegador en Linux'],
    ['node', 'Un programa'],
    ['', 'Un programa'],
    [null, 'Un programa'],
  ])('%s', (userAgent, name) => {
    expect(toDeviceName(userAgent)).toBe(name);
  });
});
