interface OperatorField {
  /** The name of the environment variable. */
  readonly setting: string;
  /** The name of the fact on the pages. */
  readonly label: string;
  /** False for facts that not every operator has. */
  readonly isRequired: boolean;
}

/**
 * The facts about the operator that the law requires: who runs the service (LSSI, article 10), the points of contact (DSA,
 * articles 11 and 12), and where personal data are kept (GDPR, article 13).
 */
export const operatorFields = {
  name: { setting: 'OPERATOR_NAME', label: 'nombre o razón social', isRequired: true },
  taxId: { setting: 'OPERATOR_TAX_ID', label: 'NIF', isRequired: true },
  address: { setting: 'OPERATOR_ADDRESS', label: 'domicilio', isRequired: true },
  email: { setting: 'OPERATOR_EMAIL', label: 'correo electrónico', isRequired: true },
  phone: { setting: 'OPERATOR_PHONE', label: 'teléfono u otra vía rápida', isRequired: true },
  registry: { setting: 'OPERATOR_REGISTRY', label: 'inscripción en un registro', isRequired: false },
  dataOfficer: {
    setting: 'OPERATOR_DATA_OFFICER',
    label: 'delegado de protección de datos',
    isRequired: false,
  },
  languages: { setting: 'OPERATOR_LANGUAGES', label: 'idiomas en que se responde', isRequired: false },
  hosting: {
    setting: 'OPERATOR_HOSTING',
    label: 'dónde están los datos y quién los aloja',
    isRequired: true,
  },
  backupDays: { setting: 'OPERATOR_BACKUP_DAYS', label: 'días que se guardan las copias', isRequired: true },
  reviewedOn: { setting: 'LEGAL_REVIEWED_ON', label: 'fecha de la revisión jurídica', isRequired: true },
} as const satisfies Readonly<Record<string, OperatorField>>;

type OperatorTexts = { readonly [Field in keyof typeof operatorFields]: string | null };

/** The operator of this server. Null for missing settings. */
export interface Operator extends OperatorTexts {
  /** The minimum age of a user with an account. */
  readonly minimumAge: number;
}

/** The age from which Spanish law lets users consent alone (LOPDGDD, article 7). */
export const defaultMinimumAge = 14;

export interface MissingSetting {
  readonly setting: string;
  readonly label: string;
}

/** Returns the required settings that the pages lack. */
export const listMissing = (operator: OperatorTexts): readonly MissingSetting[] =>
  Object.entries(operatorFields).flatMap(([field, { setting, label, isRequired }]) =>
    isRequired && operator[field as keyof OperatorTexts] === null ? [{ setting, label }] : [],
  );
