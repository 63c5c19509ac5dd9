import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { oneTimePasswordHours } from '../../../../contract/modules/system/user';
import { oneTimePasswordsSaga } from '../../../sagas/auth/oneTimePasswords';
import { oneTimePasswords } from '../../../store/auth/oneTimePasswords';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { cells } from '../../../ui/table/cells';
import type { Feature } from '../feature';
import styles from './oneTimePasswords.module.css';

const { actions: at, selectors: see } = oneTimePasswords;

/** One-time passwords of this page's users, shown to the administrator who hands them out. */
export function OneTimePasswords({ page }: { page: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const passwords = useSelector((state: never) => see.of(state, page));
  if (!passwords) return null;
  const hasTenants = passwords.some(({ tenantId }) => tenantId);
  return (
    <Dialog
      title={t('oneTimePasswords.title')}
      size={600}
      kind="alert"
      closeLabel={t('oneTimePasswords.noted')}
      onClose={() => dispatch(at.noted())}
      footer={
        <>
          {passwords.length > 1 && (
            <Button icon="copy" onClick={() => dispatch(at.copy(passwords.map(({ id }) => id)))}>
              {t('oneTimePasswords.copyAll', { count: passwords.length })}
            </Button>
          )}
          <Button tone="primary" onClick={() => dispatch(at.noted())}>
            {t('oneTimePasswords.noted')}
          </Button>
        </>
      }
    >
      <MessageBar tone="warning">{t('oneTimePasswords.once', { hours: oneTimePasswordHours })}</MessageBar>
      <table className={cells.cells}>
        <thead>
          <tr>
            {hasTenants && <th scope="col">{t('oneTimePasswords.tenant')}</th>}
            <th scope="col">{t('oneTimePasswords.account')}</th>
            <th scope="col">{t('oneTimePasswords.word')}</th>
            <th scope="col">
              <span className={text.unseen}>{t('oneTimePasswords.copy')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {passwords.map(({ id, account, oneTimeWord, tenantId, tenantName }) => (
            <tr key={id}>
              {hasTenants && (
                <td>
                  {tenantId} {tenantName && <span className={text.caption}>{tenantName}</span>}
                </td>
              )}
              <td>{account}</td>
              <td>
                <code className={styles.password}>{oneTimeWord}</code>
              </td>
              <td>
                <IconButton
                  icon="copy"
                  size="small"
                  label={t('oneTimePasswords.copyOf', { account })}
                  onClick={() => dispatch(at.copy([id]))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** A feature without a page: what pages that create users need. */
export const feature: Feature = {
  name: 'oneTimePasswords',
  slices: [oneTimePasswords],
  saga: oneTimePasswordsSaga,
  pages: {},
};
