import { limits } from '@relato/contract/limits';

let intervalMs: number = limits.refresh.intervalMs;

/** The polling interval of an open screen, which is longer while a live connection announces changes. */
export const refreshIntervalMs = (): number => intervalMs;

export const setRefreshInterval = (ms: number): void => void (intervalMs = ms);
