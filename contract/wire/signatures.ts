/** The verification of electronic signatures, on both sides of the wire. */

/** The largest file that is verified, in bytes. */
export const mostVerified = 10 * 1024 * 1024;

/**
 * Of a file. `intact`: every signature is of this installation and the file is as it was signed; `foreign`: unchanged,
 * but signed with certificates of others too; `appended`: content follows the last signature; `altered`: a signature
 * does not match; `unsigned`: there is none.
 */
export const verdicts = ['intact', 'foreign', 'appended', 'altered', 'unsigned'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a signature does not match. `range`: it is not over a file of this kind; `structure`: what it does not cover was
 *  changed; `digest`: what it covers was; `signature`: it was not made with the key of its certificate. */
export const signatureFaults = ['range', 'structure', 'digest', 'signature'] as const;
export type SignatureFault = (typeof signatureFaults)[number];

/** One signature, in the order of the file. Times are those of the tenant; '' where unknown. */
export interface SignatureShown {
  fault: SignatureFault | null;
  /** The certificate was issued by this installation. */
  isOurs: boolean;
  /** It covers the file to its end. */
  isWhole: boolean;
  signer: string;
  /** Masked number of an identity document, as the certificate names it. */
  signerNo: string;
  /** What the certificate was made for. */
  unit: string;
  /** 甲方盖章, 乙方签字. */
  reason: string;
  /** As the signer's system says it. */
  time: string;
  /** As an authority says it, and its name; '' without a time stamp. */
  stampTime: string;
  stampAuthority: string;
  issuer: string;
  serial: string;
  validFrom: string;
  validUntil: string;
}

/** The contract that a file is of. `isRecorded`: byte for byte the file that is stored for it. */
export interface VerifiedPaper {
  id: string;
  contractNumber: string;
  status: number;
  isRecorded: boolean;
}

/** The answer of `verify` and `verify-file`. */
export interface Verification {
  verdict: Verdict;
  sha256: string;
  size: number;
  paper: VerifiedPaper | null;
  /** Why there is no time stamp although one was asked for; '' otherwise. */
  stampFault: string;
  signatures: SignatureShown[];
}
