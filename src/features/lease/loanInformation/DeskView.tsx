import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { browserActions } from '../../../store/browserActions';
import { clock } from '../../../store/clock';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { Verdict } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Verbatim } from '../../../ui/layout/Verbatim';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { PictureView } from '../../../ui/picture/PictureView';
import { PageLink } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { AcceptCard } from './AcceptCard';
import { Accepted } from './Accepted';
import { checksNow, type DeskField, deskFields, nextToLookAt } from './attention';
import { Checks } from './Checks';
import { DeskFields } from './DeskFields';
import styles from './DeskView.module.css';
import { type Desk, desks } from './desksSlice';
import { wordsOf } from './words';

const { actions: at } = desks;
const tones = { missing: 'warning', invalid: 'bad', unsure: 'bad', doubtful: 'warning' } as const;

interface PartProps {
  id: string;
  desk: Desk & { reading: NonNullable<Desk['reading']> };
}

/** The picture with the places of the fields. */
function Original({
  desk: { reading },
  fields,
  lit,
  onPick,
  onPoint,
}: PartProps & { fields: readonly DeskField[]; lit: string; onPick(key: string): void; onPoint(key: string): void }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { link, name, width, height } = reading;
  const isPdf = /\.pdf$/i.test(name);
  return (
    <div className={styles.original}>
      {isPdf ? (
        <EmptyState kind="never" title={t('papers.isPdf')} text={name}>
          <Button icon="open" onClick={() => dispatch(browserActions.openWindow(link))}>
            {t('papers.openPdf')}
          </Button>
        </EmptyState>
      ) : (
        <PictureView
          url={link}
          alt={t('papers.alt', { name })}
          size={{ width, height }}
          lit={lit}
          onPick={onPick}
          onPoint={onPoint}
          boxes={fields.flatMap(({ key, spec, read, value, attention }) =>
            read?.box
              ? [
                  {
                    key,
                    place: read.box,
                    label: `${textIn(spec.label, language)}: ${value}`,
                    tone: attention ? tones[attention] : 'plain',
                  },
                ]
              : [],
          )}
          words={{
            frame: t('papers.frame'),
            zoomIn: t('papers.zoomIn'),
            zoomOut: t('papers.zoomOut'),
            rotate: t('papers.rotate'),
            fit: t('papers.fit'),
            broken: t('papers.broken'),
            keys: t('papers.pictureKeys'),
          }}
        />
      )}
    </div>
  );
}

/** How it was read, where that is worth a sentence. */
function Outcome({ desk: { reading } }: Pick<PartProps, 'desk'>) {
  const { t } = useTranslation();
  const { status, duplicateOf } = reading;
  return (
    <>
      {status === 'failed' && <MessageBar tone="warning">{t('papers.nothingRead')}</MessageBar>}
      {status === 'partial' && <MessageBar tone="warning">{t('papers.partlyRead')}</MessageBar>}
      {status === 'manual' && <MessageBar tone="info">{t('papers.byHand')}</MessageBar>}
      {duplicateOf && (
        <MessageBar tone="warning">
          {t('papers.duplicate')}
          <PageLink to={{ feature: 'order', rest: `detail/${duplicateOf.orderId}` }}>
            {duplicateOf.contractCode}
          </PageLink>
        </MessageBar>
      )}
    </>
  );
}

/** The button that accepts, and what is still to be looked at. */
function AcceptBar({ id, desk, fields, onNext }: PartProps & { fields: readonly DeskField[]; onNext(): void }) {
  const { t } = useTranslation();
  const open = fields.filter(({ attention }) => attention !== null).length;
  const may = useSelector(permission.selectors.codes).loanInformation_accept === true;
  if (!may) return <p className={`${styles.bar} ${text.caption}`}>{t('papers.mayNotAccept')}</p>;
  return (
    <div className={styles.bar}>
      <span className={text.grow}>
        {open > 0 ? (
          <button type="button" className={text.link} onClick={onNext}>
            <Verdict tone="warning">{t('papers.open', { count: open })}</Verdict>
          </button>
        ) : (
          <Verdict tone="good">{t('papers.nothingOpen')}</Verdict>
        )}
      </span>
      <Button tone="primary" type="submit" icon="checkmark" busy={desk.isBusy} data-accept={id}>
        {t(`papers.accept.${desk.aim}`)}
      </Button>
    </div>
  );
}

/** What was read beside the picture, until it is accepted. */
function Work({ id, desk }: PartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const today = useSelector(clock.selectors.today);
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState('');
  const [pointed, setPointed] = useState('');
  const { reading } = desk;
  const { language } = useFormat();
  const moment = { today, language };
  const isDone = reading.accepted !== null;
  const fields = isDone || reading.status === 'reading' ? [] : deskFields(desk, moment);
  const checks = isDone ? reading.checks : checksNow(desk, moment);
  const lit = pointed || focused;
  const focus = (key: string) => frame.current?.querySelector<HTMLElement>(`[name="${key}"]`)?.focus();
  const accept = () => dispatch(at.accept({ id }));
  const goOn = (after: string) => {
    const next = nextToLookAt(fields, after);
    if (next) focus(next);
    else frame.current?.querySelector<HTMLElement>('[data-accept]')?.focus();
  };
  const confirm = (key: string) => {
    dispatch(at.confirm({ id, key }));
    goOn(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    const key = (event.target as HTMLElement).getAttribute('name') ?? '';
    const here = fields.find((field) => field.key === key);
    if (!here) return;
    event.preventDefault(); // Enter goes on and accepts nothing by itself
    if (here.attention === 'doubtful') return confirm(key);
    // What breaks a rule is confirmed by its own button alone.
    if (here.attention === 'unsure')
      return frame.current?.querySelector<HTMLElement>(`[data-confirm="${key}"]`)?.focus();
    if (here.attention === 'missing' || here.attention === 'invalid') focus(nextToLookAt(fields, key) ?? key);
    else goOn(key);
  };
  return (
    <div ref={frame} className={styles.desk}>
      <Original {...{ id, desk, fields, lit }} onPick={focus} onPoint={setPointed} />
      <Form className={styles.side ?? ''} onSubmit={accept} onKeyDown={onKeyDown}>
        <div className={styles.scroll}>
          {!isDone && <Outcome desk={desk} />}
          {reading.status === 'reading' && (
            <Card title={t('papers.result')}>
              <ProgressLine
                label={t('papers.state.reading', { percent: reading.progress })}
                share={reading.progress / 100}
              />
              <CardSkeleton lines={6} />
            </Card>
          )}
          {isDone && <Accepted reading={reading} record={desk.record} />}
          {fields.length > 0 && (
            <Card title={t('papers.result')} note={<span className={arrange.wideOnly}>{t('papers.formKeys')}</span>}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus has left the fields */}
              <div onBlur={() => setFocused('')}>
                <DeskFields
                  {...{ id, desk, fields, lit, focused }}
                  onPoint={setPointed}
                  onFocus={setFocused}
                  onConfirm={confirm}
                />
              </div>
            </Card>
          )}
          {checks.length > 0 && (
            <Card title={t('papers.checks')}>
              <Checks checks={checks} onPick={focus} />
            </Card>
          )}
          {!isDone && reading.status !== 'reading' && <AcceptCard id={id} desk={desk} />}
          {reading.rawText !== '' && (
            <details className={styles.raw}>
              <summary>{t('papers.rawText')}</summary>
              <Verbatim label={t('papers.rawText')}>{reading.rawText}</Verbatim>
            </details>
          )}
        </div>
        {!isDone && reading.status !== 'reading' && (
          <AcceptBar {...{ id, desk, fields }} onNext={() => focus(nextToLookAt(fields, '') ?? '')} />
        )}
      </Form>
    </div>
  );
}

/** Picture and fields of one reading. */
export function DeskView({ id }: { id: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const desk = useSelector((state: never) => desks.selectors.of(state, id));
  if (desk?.lost)
    return (
      <EmptyState kind={desk.isMissing ? 'missing' : 'network'} title={wordsOf(t, desk.lost)}>
        <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload({ id }))}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    );
  if (!desk?.reading)
    return (
      <div className={styles.desk}>
        <CardSkeleton lines={12} />
        <CardSkeleton lines={8} />
      </div>
    );
  return <Work key={id} id={id} desk={{ ...desk, reading: desk.reading }} />;
}
