import { savesData } from '../../../lib/saves-data.ts';
import { deviceSwitches } from '../../../lib/settings/device-switches.ts';

interface Facts {
  readonly isOn: boolean;
  readonly isStill: boolean;
  readonly savesData: boolean;
  readonly hasHighlights: boolean;
}

const readFacts = (): Facts => ({
  isOn: deviceSwitches.silentReading.isOn(),
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  savesData: savesData(),
  hasHighlights: 'highlights' in CSS,
});

/** Returns whether words may light up, which depends on the switch, reduced motion, saving data, and the browser. */
export const mayRead = ({ isOn, isStill, savesData, hasHighlights }: Facts = readFacts()): boolean =>
  isOn && !isStill && !savesData && hasHighlights;
