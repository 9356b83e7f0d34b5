import { expect, it } from 'vitest';
import { toDeviceName } from './to-device-name.ts';

it.each([
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36', 'Chrome en Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', 'Safari en iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1', 'Chrome en iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0', 'Edge en Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/138.0 Safari/537.36 OPR/120', 'Opera en Mac'],
  ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 Chrome/130.0', 'Samsung Internet en Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'Un navegador en Linux'],
  ['node', 'Un programa'],
  [null, 'Un programa'],
])('the session of %s is that of «%s»', (userAgent, name) => {
  expect(toDeviceName(userAgent)).toBe(name);
});
