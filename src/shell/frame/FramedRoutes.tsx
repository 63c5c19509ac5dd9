import { useDispatch, useSelector } from 'react-redux';
import { type Navigator, Router, type To } from 'react-router-dom';
import { route } from '../../store/navigation/route';
import { FrameScreen } from './FrameScreen';

const addressOf = (to: To) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`);

/**
 * Routes are read from the store: the guard writes where the person is, the router shows it. A link is a wish like any
 * other (`go`), so nothing moves behind the store's back.
 */
export const FramedRoutes = () => {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  if (!place) return null;
  const wish = (to: To) => dispatch(route.actions.go(addressOf(to)));
  const navigator: Navigator = { createHref: addressOf, push: wish, replace: wish, go: () => undefined };
  return (
    <Router location={{ pathname: place.path, search: place.search && `?${place.search}` }} navigator={navigator}>
      <FrameScreen />
    </Router>
  );
};
