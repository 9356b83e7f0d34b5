/** The part of the network's description that is read here; not every browser has one. */
interface SavingNavigator {
  readonly connection?: { readonly saveData?: boolean };
}

/** Returns whether the user asked the browser to save data. */
export const savesData = (): boolean => (navigator as SavingNavigator).connection?.saveData === true;
