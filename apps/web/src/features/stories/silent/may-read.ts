import { silentReading } from '../../../lib/settings/device-switches.ts';

/** The part of the network's description that is read here; not every browser has one. */
interface SavingNavigator {
  readonly connection?: { readonly saveData?: boolean };
}

interface Facts {
  readonly isOn: boolean;
  readonly isStill: boolean;
  readonly savesData: boolean;
  readonly hasHighlights: boolean;
}

const readFacts = (): Facts => ({
  isOn: silentReading.isOn(),
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  savesData: (navigator as SavingNavigator).connection?.saveData === true,
  hasHighlights: 'highlights' in CSS,
});

/** Returns whether words may light up here: by the switch, the wish for rest, the costs of data, and the browser. */
export const mayRead = ({ isOn, isStill, savesData, hasHighlights }: Facts = readFacts()): boolean =>
  isOn && !isStill && !savesData && hasHighlights;
