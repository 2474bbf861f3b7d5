"""The start page: what is wrong with a form is said beside the field, and everybody finds back to their tables."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.scenes import speak
from tests.page.test_games import LONG


def unfold(player):
    player.page.get_by_text("More options").click()


@pytest.mark.parametrize(
    ("label", "value", "why"),
    [
        ("Seconds a turn", "3", "Give 0 or a whole number from 5 to 7200."),
        ("Seconds a turn", "7.5", "Give 0 or a whole number from 5 to 7200."),
        ("Games in the match", "100", "Give a whole number from 0 to 99."),
        ("Games in the match", "", "Give a whole number from 0 to 99."),
    ],
)
def test_a_number_that_cannot_be_is_told_beside_its_field(serve, sit, label, value, why):
    host = sit(serve(), 1440, 900)
    unfold(host)
    field = host.page.get_by_label(label)
    field.fill(value)
    unfold(host)
    host.button("Create table").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(why)
    expect(host.page.get_by_text(why)).to_be_in_viewport()
    field.fill("9")
    expect(host.page.get_by_text(why)).to_have_count(0)
    host.button("Create table").click()
    expect(host.button("Start")).to_be_visible()


def test_a_link_that_leads_nowhere_is_told_beside_its_field(serve, sit):
    guest = sit(serve())
    guest.page.get_by_label("Link to a table").fill("no link at all")
    guest.button("Join").click()
    expect(guest.page.get_by_label("Link to a table")).to_be_focused()
    expect(guest.page.get_by_label("Link to a table")).to_have_accessible_description("This is no link to a table.")


@pytest.mark.parametrize("name", ["", "   "])
def test_who_is_invited_has_to_give_a_name(serve, sit, name):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    host.button("Create table").click()
    guest.page.goto(host.page.get_by_label("Invite with this link").input_value().replace("#", "?lang=en#"))
    field = guest.page.get_by_label("Your name")
    field.fill(name)
    guest.button("Join").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("Type your name first.")
    field.fill(" Béla ")
    guest.button("Join").click()
    expect(host.region("Players")).to_contain_text("Béla")


def test_what_the_server_refuses_is_brought_into_sight(serve, sit):
    host = sit(serve(), 1440, 900)
    refusal = {"code": "too-many-rooms", "message": "You create tables too quickly."}
    host.page.route("**/api/rooms", lambda route: route.fulfill(status=429, json=refusal))
    unfold(host)
    host.button("Create table").scroll_into_view_if_needed()
    host.button("Create table").click()
    expect(host.page.get_by_role("alert").filter(has_text=refusal["message"])).to_be_in_viewport()
    host.wrong.clear()


def own(player):
    return player.region("Your tables")


def test_whoever_leaves_the_page_of_a_table_finds_back_to_it(serve, sit):
    player = sit(serve(LONG))
    expect(own(player)).to_have_count(0)
    player.play_now()
    player.my_turn()
    address = player.page.url
    player.page.get_by_role("link", name="meldwise").click()
    expect(own(player)).to_contain_text("Polish Standard")
    expect(own(player)).to_contain_text("You and Easy (seat 2)")
    expect(own(player)).to_contain_text("Your turn")
    own(player).get_by_role("link", name="Go back").click()
    expect(player.page).to_have_url(address)
    player.my_turn()


def test_ones_tables_are_shown_newest_first_until_one_has_left_them(serve, sit):
    server = serve(LONG)
    host = sit(server)
    for title in ("Saturday", "Sunday"):
        unfold(host)
        host.page.get_by_label("Title of the table").fill(title)
        host.button("Create table").click()
        expect(host.button("Start")).to_be_visible()
        host.page.get_by_role("link", name="meldwise").click()
    expect(own(host).get_by_role("listitem")).to_have_text([re.compile("Sunday"), re.compile("Saturday")])
    own(host).get_by_role("listitem").filter(has_text="Saturday").get_by_role("link", name="Go back").click()
    host.page.get_by_label("This table").click()
    host.button("Leave the table").click()
    host.button("Leave for good").click()
    expect(own(host).get_by_role("listitem")).to_have_text([re.compile("Sunday")])


def test_a_table_at_which_one_was_replaced_is_no_longer_ones_own(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    host.button("Create table").click()
    guest.page.get_by_label("Link to a table").fill(host.page.get_by_label("Invite with this link").input_value())
    guest.button("Join").click()
    guest.says("host starts")
    guest.page.get_by_role("link", name="meldwise").click()
    expect(own(guest).get_by_role("link", name="Go back")).to_be_visible()
    host.button("Remove").click()
    expect(host.page.get_by_text("Free seat").first).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_text("There is no open table now.")).to_be_visible()
    expect(own(guest)).to_have_count(0)
    guest.wrong.clear()


def test_a_listed_table_at_which_one_sits_is_gone_back_to(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    unfold(host)
    host.page.get_by_label("Show it in the list of open tables").check()
    host.button("Create table").click()
    listed = guest.region("Open tables").get_by_role("listitem")
    listed.get_by_role("button", name="Join", exact=True).click()
    guest.says("host starts")
    guest.page.get_by_role("link", name="meldwise").click()
    listed.get_by_role("button", name="Go back", exact=True).click()
    guest.says("host starts")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/table/nowhere", "There is no such table, or this is not its link."),
        ("/table/nowhere#wrong-link", "There is no such table, or this is not its link."),
        ("/table/A", "There is nothing here"),
        ("/nonsense", "There is nothing here"),
    ],
)
def test_an_address_with_nothing_behind_it_says_so_and_leads_home(serve, sit, address, said):
    visitor = sit(serve(), 390, 844)
    path, _, link = address.partition("#")
    visitor.page.goto(f"{visitor.url}{path}?lang=en{'#' + link if link else ''}")
    expect(visitor.page.get_by_role("heading", name=said)).to_be_visible()
    expect(visitor.button("Larger tiles")).to_have_count(0)
    visitor.page.get_by_role("link", name="To the start page").click()
    expect(visitor.button("Play now")).to_be_visible()
    visitor.wrong.clear()


def test_one_sees_what_one_joins(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    unfold(host)
    host.page.get_by_label("Title of the table").fill("Sunday")
    host.page.get_by_label("Seconds a turn").fill("90")
    host.page.get_by_label("Games in the match").fill("3")
    host.page.get_by_label("Allow hints").uncheck()
    host.page.get_by_label("Show it in the list of open tables").check()
    host.button("Create table").click()
    listed = guest.region("Open tables").get_by_role("listitem")
    expect(listed).to_contain_text("Sunday")
    expect(listed).to_contain_text("Polish Standard · 90 s a turn · 3 games")
    expect(listed).to_contain_text("1 of 2 seats free")
    listed.get_by_role("button", name="Join", exact=True).click()
    expect(guest.page.locator("main").get_by_text("90 s a turn · 3 games · no hints")).to_be_visible()


def test_people_without_a_name_are_told_apart(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    host.button("Create table").click()
    guest.page.get_by_label("Link to a table").fill(host.page.get_by_label("Invite with this link").input_value())
    guest.button("Join").click()
    expect(host.region("Players")).to_contain_text("Guest 2")
    expect(guest.region("Players")).to_contain_text("Guest 1")


def test_a_table_is_created_with_a_bank_of_time(serve, sit):
    host = sit(serve(LONG))
    unfold(host)
    host.page.get_by_label("Clock").select_option("A bank for the whole game")
    bank, more = host.page.get_by_label("Seconds in the bank"), host.page.get_by_label("Seconds more each turn")
    bank.fill("300")
    more.fill("601")
    host.button("Create table").click()
    expect(more).to_be_focused()
    expect(more).to_have_accessible_description("Give a whole number from 0 to 600.")
    more.fill("5")
    host.button("Create table").click()
    expect(host.page.locator("main").get_by_text("300 s a game, +5 s a turn")).to_be_visible()


def test_enter_in_the_name_plays_at_once(serve, sit):
    player = sit(serve(LONG))
    player.page.get_by_label("Your name").fill("Anna")
    player.page.keyboard.press("Enter")
    player.my_turn()


def test_the_field_of_an_invitation_is_named_for_what_it_holds(serve, sit):
    host = sit(serve())
    host.button("Create table").click()
    expect(host.page.get_by_role("textbox", name="Invite with this link", exact=True)).to_be_visible()


def test_the_card_of_a_lost_seat_keeps_clear_of_the_edges_of_a_phone(serve, sit):
    visitor = sit(serve(), 390, 844)
    visitor.page.goto(f"{visitor.url}/table/nowhere?lang=en")
    card = visitor.page.get_by_role("main").bounding_box()
    assert 10 <= card["x"] <= 390 - 10 - card["width"]
    visitor.wrong.clear()


def test_a_language_in_the_address_is_taken_once_and_another_choice_stays(serve, sit):
    player = sit(serve())
    player.page.goto(f"{player.url}/?lang=fi#somewhere")
    assert player.page.url == f"{player.url}/#somewhere"
    speak(player, "pl")
    player.page.reload()
    player.page.wait_for_function("() => document.documentElement.lang === 'pl'")
