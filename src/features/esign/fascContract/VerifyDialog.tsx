import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { fileSize } from '../../../../contract/domain/files/fileSize';
import { checkableUntil, type SignatureShown, type Verification } from '../../../../contract/wire/esign/signatures';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Verdict } from '../../../ui/layout/status';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { verification } from './verifySlice';

const { actions: at, selectors: see } = verification;

const tones = {
  intact: 'success',
  unfinished: 'info',
  foreign: 'warning',
  appended: 'danger',
  altered: 'danger',
  unsigned: 'info',
} as const;

/** A file from before the customer's signature, of a contract that has been signed since. */
function isFormerCopy({ verdict, paper }: Verification): boolean {
  return verdict === 'unfinished' && paper?.status === 2;
}

/** What the whole file is, in one sentence. */
function conclusion(result: Verification, t: TFunction): string {
  const { verdict, paper } = result;
  if (verdict === 'altered' && paper && !paper.isRecorded) return t('contract.verify.replaced');
  if (isFormerCopy(result)) return t('contract.verify.beforeSigning');
  return t(`contract.verify.verdicts.${verdict}`);
}

function lastDay({ verdict, signatures, lastingTime }: Verification): string {
  const ends = signatures.map(({ validUntil }) => validUntil);
  return verdict === 'intact' ? checkableUntil(ends, lastingTime !== '') : '';
}

function SignatureCard({ one }: { one: SignatureShown }) {
  const { t } = useTranslation();
  const isGood = one.fault === null && one.isOurs;
  const state = one.fault
    ? t(`contract.verify.faults.${one.fault}`)
    : one.isOurs
      ? t('contract.verify.valid')
      : t('contract.verify.unknownSigner');
  const validity = one.validFrom && `${one.validFrom.slice(0, 10)} – ${one.validUntil.slice(0, 10)}`;
  const facts = (
    [
      [t('contract.verify.signer'), [one.signer, one.signerNo].filter(Boolean).join(' · ')],
      [t('contract.verify.time'), one.time],
      [t('contract.verify.stamp'), [one.stampTime, one.stampTime && one.stampAuthority].filter(Boolean).join(' · ')],
      [t('contract.verify.covers'), t(one.isWhole ? 'contract.verify.whole' : 'contract.verify.part')],
      [t('contract.verify.issuer'), one.issuer],
      [t('contract.verify.serial'), one.serial],
      [t('contract.verify.validity'), validity],
    ] as const
  ).filter(([, value]) => value !== '');
  return (
    <div>
      <section className={`${arrange.column} ${arrange.fill}`} aria-label={one.reason || one.signer}>
        <div className={arrange.row}>
          <strong>{one.reason || t('contract.verify.signature')}</strong>
          <Verdict tone={isGood ? 'good' : one.fault ? 'bad' : 'warning'}>{state}</Verdict>
        </div>
        <KeyValues items={facts} />
      </section>
    </div>
  );
}

function Report({ result }: { result: Verification }) {
  const { t } = useTranslation();
  const {
    verdict,
    paper,
    signatures,
    stampFault,
    sha256,
    size,
    lastingTime: time,
    lastingAuthority: authority,
  } = result;
  const until = lastDay(result);
  return (
    <div className={arrange.column}>
      <MessageBar tone={isFormerCopy(result) ? 'warning' : tones[verdict]}>{conclusion(result, t)}</MessageBar>
      {time && <p className={text.caption}>{t('contract.verify.lasting', { time, authority })}</p>}
      {until && <p className={text.caption}>{t('contract.verify.until', { date: until })}</p>}
      {stampFault && <MessageBar tone="warning">{t('contract.verify.noStamp', { cause: stampFault })}</MessageBar>}
      <div className={arrange.list}>
        {signatures.map((one) => (
          <SignatureCard key={`${one.serial} ${one.time} ${one.reason}`} one={one} />
        ))}
      </div>
      <KeyValues
        items={[
          ...(paper ? [[t('contract.verify.paper'), paper.contractNumber] as const] : []),
          [t('contract.verify.size'), fileSize(size)],
          [
            'SHA-256',
            <span key="sha256" className={text.small}>
              {sha256}
            </span>,
          ],
        ]}
      />
      <p className={text.caption}>{t('contract.verify.meaning')}</p>
    </div>
  );
}

/** The electronic signatures of a contract or of a file: whole or altered, who signed, when, and by which certificate. */
export function VerifyDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { subject, result, problem } = useSelector(see.all);
  if (!subject) return null;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('contract.verify.title', { name: subject.name })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button icon="arrow-upload" onClick={() => dispatch(at.choose())}>
            {t('contract.verify.choose')}
          </Button>
          <Button onClick={close}>{t('frame.close')}</Button>
        </>
      }
    >
      {problem ? (
        <MessageBar tone="danger">{problem.startsWith('*') ? t(problem.slice(1) as never) : problem}</MessageBar>
      ) : result ? (
        <Report result={result} />
      ) : (
        <CardSkeleton lines={6} />
      )}
    </Dialog>
  );
}
