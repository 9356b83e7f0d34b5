import { limits } from '@relato/contract/limits';

let intervalMs: number = limits.refresh.intervalMs;

/** How often an open screen asks what else is told at once as long as there is a connection for that. */
export const refreshIntervalMs = (): number => intervalMs;

export const setRefreshInterval = (ms: number): void => void (intervalMs = ms);
