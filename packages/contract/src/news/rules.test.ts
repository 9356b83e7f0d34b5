import { expect, it } from 'vitest';
import { pushLimits } from './push-limits.ts';
import { isPushEndpoint } from './rules.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is an endpoint', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://127.0.0.1/abc',
  'https://localhost/abc',
  'javascript:alert(1)',
  'https://web.push.apple.com/a\u0000',
  'https://web.push.apple.com/a b',
  '',
  `https://web.push.apple.com/${'a'.repeat(pushLimits.endpointMaxLength)}`,
])('%s is none', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));
