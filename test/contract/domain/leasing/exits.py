"""Early exits computed from the terms alone, with exact fractions; no line of the product is used.

`python3 test/contract/domain/leasing/exits.py > test/contract/domain/leasing/exits.json` writes what the product's quotes
are compared with. Nothing is paid before the exit, and nothing is charged beside the instalments.
"""
import json
from datetime import date, timedelta
from fractions import Fraction

from leases import half_up, month_after, year_part

PRINCIPAL = Fraction(120_000)


def stretch(start, end, day, count):
    """Which part of a period has passed; equal periods count their actual days."""
    if count == 'equal':
        return Fraction((day - start).days, (end - start).days)
    return year_part(start, day, count) / year_part(start, end, count)


def bullet_exit(terms, day):
    return PRINCIPAL, half_up(PRINCIPAL * terms['rate'] * year_part(terms['start'], day, terms['count']))


def period_rate(terms, start, end):
    if terms['count'] == 'equal':
        return terms['rate'] / 12
    return terms['rate'] * year_part(start, end, terms['count'])


def amortised_exit(terms, day):
    """Balance by balance: the interest of each whole period rounded, a silent grace adding it to what is owed."""
    start, months = terms['start'], terms['months']
    ends = [month_after(start, n + 1) for n in range(months)]
    starts = [start] + ends[:-1]
    rates = [period_rate(terms, one, end) for one, end in zip(starts, ends)]
    grace, silent = terms.get('grace', 0), terms.get('silent', False)
    residual = half_up(PRINCIPAL * terms.get('residual', 0))
    balance, earned = PRINCIPAL, Fraction(0)
    for n in range(grace):
        interest = half_up(balance * rates[n])
        if day < ends[n]:
            part = stretch(starts[n], ends[n], day, terms['count']) if day > starts[n] else Fraction(0)
            running = balance * rates[n] * part if silent else interest * part
            return balance, earned + half_up(running)
        if silent:
            balance += interest
        else:
            earned += interest
    owed = balance
    left = months - grace
    # Principal in steps: a share in each month of the first year after the grace, two in the second, and so on.
    shares = [1 + n // 12 if terms['method'] == 7 else 1 for n in range(left)]
    if terms['method'] == 3:
        factor, total = Fraction(1), Fraction(0)
        for n in range(grace, months):
            factor /= 1 + rates[n]
            total += factor
        instalment = half_up((balance - residual * factor) / total)
    for n in range(grace, months):
        interest = half_up(balance * rates[n])
        if terms['method'] == 3:
            repaid = min(max(instalment - interest, 0), balance - residual)
        else:
            share = Fraction(shares[n - grace], sum(shares))
            repaid = min(half_up((owed - residual) * share + interest) - interest, balance - residual)
        if n == months - 1:
            repaid = balance
        if day < ends[n]:
            part = stretch(starts[n], ends[n], day, terms['count']) if day > starts[n] else Fraction(0)
            return owed, earned + half_up(interest * part)
        earned += interest
        balance -= repaid
    raise ValueError('after the plan')


def flat_exit(terms, day):
    start, months = terms['start'], terms['months']
    ends = [month_after(start, n + 1) for n in range(months)]
    whole = half_up(PRINCIPAL * terms['rate'] * Fraction(months, 12))
    ended = sum(1 for end in ends if end <= day)
    begin = start if ended == 0 else ends[ended - 1]
    part = Fraction((day - begin).days, (ends[ended] - begin).days)
    return PRINCIPAL, half_up(whole * (ended + part) / months)


def month_ends(start, count):
    return [start + timedelta(26), month_after(start, 3), month_after(start, count) - timedelta(20)]


YEAR = {'months': 12, 'rate': Fraction(12, 100)}
CASES = [
    ({'repayMethod': 1, 'deadline': 365, 'dayCount': 0}, bullet_exit, {'count': 'act/365', **YEAR}, '2026-11-01'),
    ({'repayMethod': 1, 'deadline': 360, 'dayCount': 30}, bullet_exit, {'count': '30/360', **YEAR}, '2026-07-31'),
    ({'repayMethod': 1, 'deadline': 1460, 'dayCount': 1}, bullet_exit, {'count': 'act/act', 'months': 48, 'rate': YEAR['rate']}, '2024-01-31'),
    ({'repayMethod': 2, 'deadline': 360, 'dayCount': 30}, bullet_exit, {'count': '30/360', **YEAR}, '2026-01-15'),
    ({'repayMethod': 2, 'deadline': 1460, 'dayCount': 1}, bullet_exit, {'count': 'act/act', 'months': 48, 'rate': YEAR['rate']}, '2024-03-01'),
    ({'repayMethod': 3, 'deadline': 360}, amortised_exit, {'count': 'equal', 'method': 3, **YEAR}, '2026-11-01'),
    ({'repayMethod': 3, 'deadline': 360, 'gracePeriods': 6, 'graceKind': 2}, amortised_exit, {'count': 'equal', 'method': 3, 'grace': 6, 'silent': True, **YEAR}, '2026-11-01'),
    ({'repayMethod': 4, 'deadline': 360, 'gracePeriods': 6, 'graceKind': 2}, amortised_exit, {'count': 'equal', 'method': 4, 'grace': 6, 'silent': True, **YEAR}, '2026-11-01'),
    ({'repayMethod': 5, 'deadline': 360, 'gracePeriods': 6, 'graceKind': 2}, flat_exit, {'count': 'equal', **YEAR}, '2026-11-01'),
    ({'repayMethod': 3, 'deadline': 360, 'dayCount': 30, 'residualRate': '30'}, amortised_exit, {'count': '30/360', 'method': 3, 'residual': Fraction(30, 100), **YEAR}, '2026-01-31'),
    ({'repayMethod': 4, 'deadline': 360, 'dayCount': 365, 'gracePeriods': 3, 'graceKind': 1}, amortised_exit, {'count': 'act/365', 'method': 4, 'grace': 3, **YEAR}, '2026-11-15'),
    ({'repayMethod': 7, 'deadline': 1080}, amortised_exit, {'count': 'equal', 'method': 7, 'months': 36, 'rate': YEAR['rate']}, '2026-11-01'),
    ({'repayMethod': 7, 'deadline': 720, 'dayCount': 365, 'gracePeriods': 6, 'graceKind': 2, 'residualRate': '10'}, amortised_exit, {'count': 'act/365', 'method': 7, 'grace': 6, 'silent': True, 'residual': Fraction(10, 100), 'months': 24, 'rate': YEAR['rate']}, '2026-01-31'),
]


def main():
    found = []
    for product, compute, terms, begin in CASES:
        start = date.fromisoformat(begin)
        for day in month_ends(start, terms['months']):
            left, owing = compute({**terms, 'start': start}, day)
            quote = {'principalLeft': left, 'owing': owing, 'total': left + owing}
            found.append({
                'terms': {'totalAmount': '120000.00', 'yearRate': '12', 'interestDate': begin, **product},
                'exitDate': day.isoformat(),
                'quote': {name: f'{float(amount):.2f}' for name, amount in quote.items()},
            })
    print(json.dumps(found, indent=1))


main()
