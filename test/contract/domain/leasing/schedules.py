"""Payment plans computed from their terms alone, with exact fractions; no line of the product is used.

`python3 test/contract/domain/leasing/schedules.py > test/contract/domain/leasing/schedules.json` writes what the product's
plans are compared with: 112 designed ones, and 300 by chance. Each has its terms, its first and last rows, the sums of all
columns of money, and a digest of all rows.
"""
import hashlib
import json
import random
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction

from leases import floored, half_up, month_after, raised, thirty_number, year_part

getcontext().prec = 90
CENT = Fraction(1, 100)
MONTHS = {2: 1, 3: 3, 4: 6}
A_YEAR = {1: 52, 2: 12, 3: 4, 4: 2}
UNITS = {1: CENT, 2: Fraction(1), 3: Fraction(10)}
COUNTS = {1: 'act/act', 30: '30/360', 360: 'act/360', 365: 'act/365'}
BULLET, ONCE, LEVEL, EQUAL, FLAT, TABLE, STEPS = 1, 2, 3, 4, 5, 6, 7
USUAL = {'frequency': 2, 'timing': 1, 'dueDay': None, 'dayCount': 0, 'rounding': 1, 'gracePeriods': 0, 'graceKind': 1,
         'residualRate': '0', 'purchasePrice': '0', 'depositRate': '0', 'feeRate': '0', 'rentTable': None}


def in_thirties(deadline):
    return deadline % 30 == 0 and deadline % 365 != 0


def months_of(deadline):
    """Whole months of a term in days: thirty-day months, or twelfths of a year."""
    return deadline // 30 if in_thirties(deadline) else max(1, half_up(Fraction(12 * deadline, 365), Fraction(1)))


def period_count(terms):
    if terms['repayMethod'] == ONCE:
        return 1
    if terms['repayMethod'] == TABLE:
        return len(terms['rentTable'])
    if terms['frequency'] == 1:
        return max(1, int(half_up(Fraction(terms['deadline'], 7), Fraction(1))))
    return max(1, int(half_up(Fraction(months_of(terms['deadline']), MONTHS[terms['frequency']]), Fraction(1))))


def due_in(year, month, day):
    first = date(year, month, 1)
    return min(first + timedelta(day - 1), month_after(first, 1) - timedelta(1))


def nearest_due(day, due_day):
    first = day.replace(day=1)
    around = [month_after(first, n) for n in (-1, 0, 1)]
    dues = [due_in(one.year, one.month, due_day) for one in around]
    return min(dues, key=lambda one: (abs((one - day).days), one))


def ends_of(terms, start, count):
    if terms['repayMethod'] == TABLE:
        return [date.fromisoformat(row['paymentDate']) for row in terms['rentTable']]
    deadline, frequency, due_day = terms['deadline'], terms['frequency'], terms['dueDay']
    is_whole = terms['repayMethod'] in (LEVEL, EQUAL, FLAT, STEPS) or due_day is not None
    ends = []
    for n in range(1, count + 1):
        if n == count and not is_whole:
            ends.append(start + timedelta(deadline))
        elif frequency == 1:
            ends.append(start + timedelta(7 * n))
        elif not is_whole and in_thirties(deadline) and deadline > 1080:
            ends.append(start + timedelta(30 * MONTHS[frequency] * n))
        elif due_day is None:
            ends.append(month_after(start, MONTHS[frequency] * n))
        else:
            first = nearest_due(month_after(start, MONTHS[frequency]), due_day)
            month = month_after(first.replace(day=1), MONTHS[frequency] * (n - 1))
            ends.append(due_in(month.year, month.month, due_day))
    return ends


def parts_of(terms, starts, ends):
    """The part of a year of each period, and of all of them."""
    count = terms['dayCount']
    if count == 0 and terms['repayMethod'] in (BULLET, ONCE):
        count = 360 if in_thirties(terms['deadline']) else 365
    if count != 0:
        name = COUNTS[count]
        return [year_part(one, end, name) for one, end in zip(starts, ends)], year_part(starts[0], ends[-1], name)
    if terms['repayMethod'] == TABLE:
        return [Fraction(0)] * len(ends), Fraction(0)
    each = Fraction(1, A_YEAR[terms['frequency']])
    parts = [each] * len(ends)
    due_day, frequency = terms['dueDay'], terms['frequency']
    if due_day is not None and frequency != 1 and ends[0] != month_after(starts[0], MONTHS[frequency]):
        due = 360 * ends[0].year + 30 * (ends[0].month - 1) + min(due_day, 30)
        parts[0] = Fraction(due - thirty_number(starts[0]), 360)
    return parts, sum(parts, Fraction(0))


def evenly(asked, make):
    """By the first rounding that neither repays too early nor leaves a much larger last instalment."""
    for unit in (Fraction(10), Fraction(1)):
        if unit > asked:
            continue
        for to in (half_up, raised, floored):
            rows, last, nominal, is_early = make(lambda amount: to(amount, unit))
            residue = last - nominal
            if not is_early and last > 0 and not (residue > unit and residue * 10 > nominal):
                return rows
    rows, _, _, is_early = make(half_up)
    return make(floored)[0] if is_early else rows


def level(slots, balance, residual, rate):
    """The instalment under which every row pays at least its interest."""
    only = set()
    while True:
        factor, total = Decimal(1), Decimal(0)
        for n, (_, _, part) in enumerate(slots):
            if n in only:
                continue
            growth = 1 + rate * part
            factor = factor * Decimal(growth.denominator) / Decimal(growth.numerator)
            total += factor
        owed, kept = (Decimal(one.numerator) / Decimal(one.denominator) for one in (balance, residual))
        exact = Fraction((owed - kept * factor) / total)
        rounded, left, before = half_up(exact), balance, len(only)
        for n, (_, _, part) in enumerate(slots[:-1]):
            repaid = rounded - half_up(left * rate * part)
            if repaid < 0:
                only.add(n)
            else:
                left -= repaid
        if len(only) == before:
            return exact


def amortised(terms, slots, principal, residual, rate):
    grace, is_silent = terms['gracePeriods'], terms['graceKind'] == 2
    balance, rows = principal, []
    for day, days, part in slots[:grace]:
        interest = half_up(balance * rate * part)
        if is_silent:
            balance += interest
        elif interest > 0:
            rows.append((day, days, interest, Fraction(0)))
    paying = slots[grace:]
    owed = balance
    shares = [1 + n // A_YEAR[terms['frequency']] if terms['repayMethod'] == STEPS else 1 for n in range(len(paying))]
    exact = level(paying, owed, residual, rate) if terms['repayMethod'] == LEVEL else None

    def make(rounded):
        left, made, is_early, nominal = owed, [], False, Fraction(0)
        for n, (day, days, part) in enumerate(paying):
            interest = half_up(left * rate * part)
            wanted = rounded(exact if exact is not None else (owed - residual) * Fraction(shares[n], sum(shares)) + interest)
            if n == len(paying) - 1:
                nominal = max(wanted, interest) + residual
                repaid = left
            else:
                is_early = is_early or wanted - interest > left - residual
                repaid = min(max(wanted - interest, Fraction(0)), left - residual)
            left -= repaid
            made.append((day, days, interest, repaid))
        return made, made[-1][2] + made[-1][3], nominal, is_early

    return rows + evenly(UNITS[terms['rounding']], make), balance


def flat(terms, starts, ends, whole_part, principal, residual, rate):
    whole, grace = half_up(principal * rate * whole_part), terms['gracePeriods']
    dates = starts if terms['timing'] == 2 else ends
    first = grace if terms['graceKind'] == 2 else 0
    count, paying = len(dates) - first, len(dates) - grace
    rent = half_up(whole / count)
    if whole - rent * (count - 1) < 0:
        rent = floored(whole / count)
    last_rent = whole - rent * (count - 1)

    def make(rounded):
        instalment, left, made, is_early = rounded(whole / count + (principal - residual) / paying), principal, [], False
        for n in range(first, len(dates)):
            wanted = Fraction(0) if n < grace else instalment - rent
            is_last = n == len(dates) - 1
            is_early = is_early or (not is_last and wanted > left - residual)
            repaid = left if is_last else min(max(wanted, Fraction(0)), left - residual)
            left -= repaid
            made.append((dates[n], (ends[n] - starts[n]).days, last_rent if is_last else rent, repaid))
        return made, last_rent + made[-1][3], instalment + residual, is_early

    return evenly(UNITS[terms['rounding']], make)


def bullet(terms, starts, ends, parts, whole_part, principal, rate):
    whole, unit, count = half_up(principal * rate * whole_part), UNITS[terms['rounding']], len(ends)

    def rents(to):
        if terms['dueDay'] is not None:
            return [to(to(principal * rate * part, CENT), unit) for part in parts]
        return [to(whole / count, unit)] * count

    made = rents(half_up)
    if whole < sum(made[:-1]):
        made = rents(floored)
    made[-1] = whole - sum(made[:-1])
    is_ahead = terms['timing'] == 2
    rows = [(one if is_ahead else end, (end - one).days, rent, Fraction(0)) for one, end, rent in zip(starts, ends, made)]
    if is_ahead:
        return rows + [(ends[-1], 0, Fraction(0), principal)]
    return rows[:-1] + [(*rows[-1][:3], principal)]


def plan_of(given):
    """Rows of date, days, rent, principal, other and what is owed afterwards."""
    terms = {**USUAL, **given}
    start, principal = date.fromisoformat(terms['interestDate']), Fraction(terms['totalAmount'])
    share = lambda name: Fraction(terms[name]) / 100
    rate, method = share('yearRate'), terms['repayMethod']
    ends = ends_of(terms, start, period_count(terms))
    starts = [start] + ends[:-1]
    parts, whole = parts_of(terms, starts, ends)
    residual, balance = half_up(principal * share('residualRate')), principal
    if method in (BULLET, ONCE):
        rows = bullet(terms, starts, ends, parts, whole, principal, rate)
    elif method == TABLE:
        rows = [(end, (end - one).days, Fraction(row['rent']), Fraction(row['principal']))
                for one, end, row in zip(starts, ends, terms['rentTable'])]
    elif method == FLAT:
        rows = flat(terms, starts, ends, whole, principal, residual, rate)
    else:
        days = [(end - one).days for one, end in zip(starts, ends)]
        slots = list(zip(ends, days, parts))
        if terms['timing'] == 2:
            slots = [(start, 0, Fraction(0))] + list(zip(starts[1:], days, parts))
        rows, balance = amortised(terms, slots, principal, residual, rate)
    charged = [(start, 0, Fraction(0), Fraction(0), amount, principal)
               for amount in (half_up(principal * share('feeRate')), half_up(principal * share('depositRate'))) if amount > 0]
    for day, days, rent, repaid in rows:
        balance -= repaid
        charged.append((day, days, rent, repaid, Fraction(0), balance))
    price = Fraction(terms['purchasePrice'])
    return charged + ([(ends[-1], 0, Fraction(0), Fraction(0), price, Fraction(0))] if price > 0 else [])


def yuan(amount):
    cents = amount * 100
    assert cents.denominator == 1
    return f'{cents.numerator // 100}.{cents.numerator % 100:02d}'


def told(terms):
    rows = plan_of(terms)
    texts = ['|'.join([day.isoformat(), str(days), *map(yuan, (rent, principal, other, rent + principal + other, balance))])
             for day, days, rent, principal, other, balance in rows]
    sums = [sum((row[n] for row in rows), Fraction(0)) for n in (2, 3, 4)]
    return {
        'terms': terms,
        'rows': len(rows),
        'first': texts[:3],
        'last': texts[-3:],
        'sums': '|'.join(map(yuan, (*sums, sum(sums)))),
        'digest': hashlib.sha256('\n'.join(texts).encode()).hexdigest()[:16],
    }


def table(start, rows):
    """A typed plan that begins on the start of the lease; its periods differ, and each third row repays nothing."""
    made, day = [], start
    for n in range(rows):
        repaid = 0 if n % 3 == 1 else (rows - n) * 1000
        made.append({'paymentDate': day.isoformat(), 'principal': f'{repaid}.00', 'rent': f'{(rows - n) * 7}.35'})
        day += timedelta(1 + n * 11 % 60)
    return made


def designed():
    base = {'totalAmount': '120000.00', 'yearRate': '12', 'deadline': 360, 'interestDate': '2026-11-01'}
    whole = [{**base, 'repayMethod': method} for method in (LEVEL, EQUAL, FLAT, STEPS)]
    cases = [{**base, 'repayMethod': method} for method in (BULLET, ONCE)] + whole
    for one in whole:
        cases += [{**one, **more} for more in (
            {'timing': 2}, {'residualRate': '30'}, {'timing': 2, 'residualRate': '100'}, {'gracePeriods': 3},
            {'gracePeriods': 6, 'graceKind': 2}, {'gracePeriods': 11, 'graceKind': 2, 'timing': 2}, {'frequency': 1, 'deadline': 364},
            {'frequency': 3}, {'frequency': 4, 'deadline': 1080}, {'dayCount': 365}, {'dayCount': 360, 'dueDay': 15},
            {'dayCount': 30, 'interestDate': '2026-01-31'}, {'dayCount': 1, 'interestDate': '2024-02-29', 'deadline': 1080},
            {'dueDay': 31, 'interestDate': '2026-01-16'}, {'dueDay': 28, 'interestDate': '2026-11-30'}, {'rounding': 2}, {'rounding': 3},
            {'totalAmount': '0.01', 'deadline': 30}, {'totalAmount': '1000000000000.00', 'deadline': 10950}, {'yearRate': '0'},
            {'depositRate': '10', 'feeRate': '2.5', 'purchasePrice': '100.00'})]
    for more in ({'deadline': 365}, {'deadline': 1}, {'deadline': 10950}, {'deadline': 1110}, {'dueDay': 1}, {'dueDay': 30, 'dayCount': 1},
                 {'timing': 2}, {'frequency': 3, 'timing': 2}, {'frequency': 1, 'deadline': 70}, {'rounding': 3}, {'dueDay': 15, 'rounding': 2},
                 {'dayCount': 30, 'interestDate': '2024-02-29'}, {'yearRate': '100', 'deadline': 720}):
        cases.append({**base, 'repayMethod': BULLET, **more})
    for more in ({'dayCount': 1, 'deadline': 1460}, {'dayCount': 30}, {'deadline': 10950, 'depositRate': '5'}, {'deadline': 500, 'feeRate': '1'}):
        cases.append({**base, 'repayMethod': ONCE, **more})
    for rows in (1, 3, 24, 60, 5):
        start = date(2026, 1, 31)
        typed = table(start, rows)
        amount = sum(Fraction(row['principal']) for row in typed)
        cases.append({'totalAmount': yuan(amount), 'yearRate': '0', 'deadline': 30 * rows, 'interestDate': start.isoformat(),
                      'repayMethod': TABLE, 'rentTable': typed})
    return cases


def by_chance(dice):
    method = dice.choice([BULLET, ONCE, LEVEL, LEVEL, EQUAL, FLAT, STEPS])
    start = date(2023, 1, 1) + timedelta(dice.randrange(1500))
    if dice.random() < 0.2:
        start = dice.choice([date(2024, 2, 29), date(2026, 1, 31), date(2025, 11, 30), date(2026, 12, 31)])
    amount = dice.choice([dice.randrange(1, 1000), dice.randrange(100_000, 10**9), dice.randrange(10**9, 10**14)])
    terms = {'totalAmount': yuan(Fraction(amount, 100)), 'yearRate': dice.choice(['0', '100', f'{dice.randrange(1, 3600) / 100:.2f}', f'{dice.randrange(1, 360000) / 10000:.4f}']),
             'interestDate': start.isoformat(), 'repayMethod': method}
    maybe = lambda chance: dice.random() < chance
    if method == ONCE:
        terms['deadline'] = dice.randrange(1, 4000)
    elif method == BULLET and maybe(0.5):
        terms['deadline'] = dice.randrange(1, 3000)
    else:
        terms['frequency'] = dice.choice([1, 2, 2, 2, 3, 4])
        count = dice.randrange(1, {1: 160, 2: 120, 3: 40, 4: 20}[terms['frequency']])
        terms['deadline'] = 7 * count if terms['frequency'] == 1 else 30 * MONTHS[terms['frequency']] * count
        if terms['frequency'] != 1 and maybe(0.4):
            terms['dueDay'] = dice.choice([1, 15, 28, 29, 30, 31, dice.randrange(1, 32)])
        if maybe(0.3):
            terms['timing'] = 2
        if maybe(0.3):
            terms['rounding'] = dice.choice([2, 3])
        if method != BULLET:
            if maybe(0.4) and count > 1:
                terms |= {'gracePeriods': dice.randrange(1, min(count, 25)), 'graceKind': dice.choice([1, 2])}
            if maybe(0.3):
                terms['residualRate'] = dice.choice(['5', '33.3333', '100', f'{dice.randrange(1, 100)}'])
    if maybe(0.5):
        terms['dayCount'] = dice.choice([1, 30, 360, 365])
    if maybe(0.2):
        terms |= {'depositRate': '12.5', 'feeRate': '0.75', 'purchasePrice': '88.00'}
    return terms


def main():
    dice = random.Random(412)
    cases = designed() + [by_chance(dice) for _ in range(300)]
    print('[\n' + ',\n'.join(json.dumps(told(terms), separators=(',', ':')) for terms in cases) + '\n]')


main()
