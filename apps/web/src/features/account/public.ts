// The exports for other features; apps/web/layers.json lists the features that may import them.
export { DeleteAccountByLink } from './mail-links/delete-account-by-link.tsx';
export {
  AccountSection,
  toStepTitle,
  type AccountStep,
  AccountStepView,
} from './settings/account-section.tsx';
export { LinkedProviders } from './settings/linked-providers.tsx';
export { useExportRefusal } from './settings/data-export.tsx';
export { useAccountForm } from './use-account-form.ts';
