import { useState } from 'react';

const key = 'relato.visitor-name';

function readName(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepName(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // A full or forbidden storage only costs typing the name again.
  }
}

/** The name that a visitor gives on this device. */
export function useVisitorName() {
  const [name, setName] = useState(readName);
  const change = (next: string) => {
    setName(next);
    keepName(next);
  };
  return [name, change] as const;
}
