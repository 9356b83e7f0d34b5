import { pushLimits } from './push-limits.ts';

/** The address in mails that ends them: a page with a button, and a POST. */
export const leavePath = '/baja';

/**
 * Returns whether an address belongs to a push service of a browser. Otherwise a stranger could make the server send
 * requests to any host.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint); // oxlint-disable-line no-restricted-properties -- Only the server checks endpoints.
  return (
    url !== null &&
    endpoint.length <= pushLimits.endpointMaxLength &&
    // Excludes spaces and controls, which an address would hide.
    /^[!-~]+$/.test(endpoint) &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    pushLimits.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  );
}
