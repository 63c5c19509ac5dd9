import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import { session } from '../../../store/session';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import styles from './tenantChoice.module.css';

function folded(text: string) {
  return text.trim().toLowerCase();
}

/** At the end of a page's title: the selected tenant. Empty for users with one tenant. */
export function TenantChoice() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const id = useId();
  const { chosen, options, sought } = useSelector(tenantChoice.selectors.all);
  const own = useSelector(session.selectors.user)?.tenantId;
  const hasChoice = useSelector(tenantChoice.selectors.hasChoice);
  if (!hasChoice) return null;
  const shown = (options ?? []).filter(({ tenantId, tenantName }) =>
    folded(`${tenantName} ${tenantId}`).includes(folded(sought)),
  );
  const name = options?.find(({ tenantId }) => tenantId === chosen)?.tenantName;
  return (
    <span className={`${arrange.row} ${styles.choice}`}>
      <label htmlFor={id} className={text.caption}>
        {t('tenantChoice.label')}
      </label>
      <ComboInput
        id={id}
        value={chosen}
        label={chosen ? (name ?? chosen) : t('tenantChoice.own')}
        placeholder={t('tenantChoice.hint')}
        options={shown.map(({ tenantId, tenantName }) => ({
          value: tenantId === own ? '' : tenantId,
          label: tenantName,
          note: tenantId === own ? t('tenantChoice.own') : tenantId,
        }))}
        onQuery={(text) => dispatch(tenantChoice.actions.seek(text))}
        onPick={(option) => dispatch(tenantChoice.actions.choose(option?.value ?? ''))}
        words={{
          none: t('crud.none'),
          found: (count) => t('crud.found', { count }),
          clear: t('tenantChoice.back'),
        }}
      />
    </span>
  );
}

/** A notice while the user works in another tenant than their own. */
export function TenantBar() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { chosen, options } = useSelector(tenantChoice.selectors.all);
  if (!chosen) return null;
  const name = options?.find(({ tenantId }) => tenantId === chosen)?.tenantName ?? chosen;
  return (
    <MessageBar
      tone="warning"
      action={
        <LinkButton onClick={() => dispatch(tenantChoice.actions.choose(''))}>{t('tenantChoice.back')}</LinkButton>
      }
    >
      {t('tenantChoice.other', { name, id: chosen })}
    </MessageBar>
  );
}
