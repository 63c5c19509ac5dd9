"""What both programs beside it count with, in exact fractions; no line of the product is used."""
import calendar
from datetime import date, timedelta
from fractions import Fraction


def floored(amount, unit=Fraction(1, 100)):
    """Down to a unit."""
    return (amount / unit).__floor__() * unit


def raised(amount, unit=Fraction(1, 100)):
    """Up to a unit."""
    return (amount / unit).__ceil__() * unit


def half_up(amount, unit=Fraction(1, 100)):
    """To the nearest unit, halves away from nothing."""
    return floored(amount + unit / 2, unit)


def month_after(start, months):
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))


def thirty_number(day):
    last = calendar.monthrange(day.year, day.month)[1] if day.month == 2 else 30
    return 360 * day.year + 30 * (day.month - 1) + (30 if day.day >= last else day.day)


def year_part(start, end, count):
    if count == '30/360':
        return Fraction(thirty_number(end) - thirty_number(start), 360)
    if count == 'act/act':
        part, day = Fraction(0), start
        while day < end:
            turn = min(end, date(day.year + 1, 1, 1))
            part += Fraction((turn - day).days, 366 if calendar.isleap(day.year) else 365)
            day = turn
        return part
    return Fraction((end - start).days, {'act/360': 360, 'act/365': 365}[count])
