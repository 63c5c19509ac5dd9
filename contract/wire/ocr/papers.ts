/** Loan papers that are read: what the reading of one answers. */
import { paperFieldsOf } from '../../domain/papers/fields';
import { declaredNumbers } from '../../schema/declaredSecrets';

export {
  type PaperField,
  type PaperFieldKind,
  type PaperType,
  paperFields,
  paperTypes,
} from '../../domain/papers/fields';

for (const name of [...paperFieldsOf('card'), ...paperFieldsOf('identity')]) declaredNumbers.add(name);

/** `reading`: not done yet; `partial`: a needed field is missing; `failed`: nothing was recognised, the picture is kept;
 *  `manual`: papers of this type, or of this installation, are typed by hand. */
export const readingStatuses = ['reading', 'ok', 'partial', 'failed', 'manual'] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/** Below this confidence (0 to 1) a field is marked as doubtful, and its value is confirmed by a person. */
export const doubtfulBelow = 0.85;

/** A field as it was read. */
export interface ReadField {
  key: string;
  label: string;
  value: string;
  /** 0 to 1; 0 where nothing was read. */
  confidence: number;
  /** Left, top, width, height in the picture's pixels as it is shown; null where the place is unknown. */
  box: readonly [number, number, number, number] | null;
  /** Its own rule holds: a check digit, a real date. */
  valid: boolean;
  /** What is wrong, or ''. */
  message: string;
}

/** A rule of the paper as a whole, or between its fields. */
export interface PaperCheck {
  code: string;
  level: 'ok' | 'warn' | 'error';
  message: string;
  /** The fields that it is about. */
  keys: readonly string[];
}

/** The answer of `upload-images-with-ocr` and `reading`. */
export interface Reading {
  /** Of the record of loan information. */
  id: string;
  attachId: string;
  /** Signed address of the picture. */
  link: string;
  name: string;
  /** `pic_type`. */
  type: number;
  /** The engine, such as `local`; `manual` where none has read. */
  provider: string;
  status: ReadingStatus;
  /** Per cent while it is read; 100 afterwards. */
  progress: number;
  /** Size of the picture in pixels, to which the boxes belong; 0 of a PDF. */
  width: number;
  height: number;
  fields: ReadField[];
  checks: PaperCheck[];
  /** Values for the forms of customer and voucher: `realName`, `idType`, `idNo`, `bankCardCode`, `bankName`, `amount` … */
  prefill: Readonly<Record<string, string>>;
  /** Recognised text; '' without the right `loanInformation_text`. */
  rawText: string;
  /** An order that has the same picture. */
  duplicateOf: { orderId: string; contractCode: string } | null;
  requestId: string;
  /** Of the record: what `accept` is called with. */
  version: number;
  customerId: string | null;
  orderId: string | null;
  /** Values that a person has accepted, by the keys of the fields; null before that. */
  accepted: Readonly<Record<string, string>> | null;
}

/** Where accepted values go beside their record: into a new or known customer, or the file into an order. */
export const acceptTargets = ['none', 'customer', 'picture'] as const;
export type AcceptTarget = (typeof acceptTargets)[number];

/** The body of `accept`. Refused `invalid` with the problem on the field, keyed as the fields are. */
export interface Acceptance {
  id: string;
  version: number;
  /** Empty texts are left out. */
  values: Readonly<Record<string, string>>;
  customerId?: string;
  orderId?: string;
  apply: AcceptTarget;
  /** Keys of fields whose problem `unsure` the person has looked at: `cardNo`, `serialNo` … */
  confirmed?: readonly string[];
  /** Of a new customer, whose phone no paper tells. */
  tel?: string;
}

/** The answer of `accept`. */
export interface Accepted {
  id: string;
  version: number;
  /** The customer that was made or changed, and the picture that the order got; null without one. */
  customerId: string | null;
  pictureId: string | null;
  /** Values for the form of the order, as in a reading. */
  prefill: Readonly<Record<string, string>>;
}
