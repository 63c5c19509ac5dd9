import { useSelector } from 'react-redux';
import { Page } from '../look/frame';
import { PageTitle } from '../look/listing';
import { session } from '../store/session';
import type { Feature } from './feature';

const WelcomePage = () => {
  const user = useSelector(session.selectors.user);
  return (
    <Page>
      <PageTitle title={user?.realName ?? ''} />
    </Page>
  );
};

export const feature: Feature = { name: 'welcome', slices: [], pages: { '': WelcomePage } };
