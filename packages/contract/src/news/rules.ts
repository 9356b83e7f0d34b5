import { limits } from '../limits.ts';

/** Where a link of a mail ends such mails: a page with a button, and a POST. */
export const leavePath = '/baja';

/**
 * Returns whether an address is that of a push service that browsers use. Everything else would let a stranger send requests of the
 * server to a host of their choice.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return (
    url !== null &&
    endpoint.length <= limits.push.endpointMaxLength &&
    // No spaces and controls, which an address would hide.
    /^[!-~]+$/.test(endpoint) &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    limits.push.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  );
}
