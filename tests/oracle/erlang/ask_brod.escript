#!/usr/bin/env escript
%% Asks Erlang for what its clients take from it: NDJSON in, NDJSON out (see ../python/rows.py).
%%
%% brod's `hash` is erlang:phash2 of the key, so the emulator is the oracle. A missing key is the
%% atom undefined, which brod hashes like any other term. kaffe's `md5` (and Elsa's) is the sum of
%% the digest's bytes: that sum is written down here from its source, only the digest is run.
%%
%% Usage: ask_brod.escript hash | md5

-mode(compile).

main([Setting]) ->
    ok = io:setopts([binary, {encoding, latin1}]),
    {ok, Shape} = re:compile("\"key\": *(?:null|\"([0-9a-f]*)\"), *\"partitions\": *([0-9]+)"),
    answer(Setting, [version(), Setting], Shape).

answer(Setting, Head, Shape) ->
    case io:get_line("") of
        eof ->
            ok;
        Line ->
            {match, [_ | Asked]} = re:run(Line, Shape),
            {Key, Shown} = key(Line, hd(Asked)),
            N = binary_to_integer(binary_part(Line, lists:last(Asked))),
            {Placement, Hash} = place(Setting, Key, N),
            Row = "{\"client\": \"erlang\", \"version\": \"~s\", \"partitioner\": \"~s\", "
                  "\"key\": ~s, \"partitions\": ~b, \"placement\": ~s, \"hash\": ~s}~n",
            io:fwrite(Row, Head ++ [Shown, N, Placement, Hash]),
            answer(Setting, Head, Shape)
    end.

place(Setting, Key, N) ->
    try hash(Setting, Key) of
        Hash when Key =:= undefined -> {integer_to_list(Hash rem N), "null"};
        Hash -> {integer_to_list(Hash rem N), integer_to_list(Hash)}
    catch
        error:badarg -> {"\"refused\"", "null"}
    end.

hash("hash", Key) -> erlang:phash2(Key);
hash("md5", Key) -> lists:sum(binary_to_list(erlang:md5(Key))).

key(_, {-1, 0}) ->
    {undefined, "null"};
key(Line, Part) ->
    Hex = binary_part(Line, Part),
    {<< <<(binary_to_integer(Byte, 16))>> || <<Byte:2/binary>> <= Hex >>, ["\"", Hex, "\""]}.

version() ->
    Release = filename:join([code:root_dir(), "releases", erlang:system_info(otp_release)]),
    {ok, Version} = file:read_file(filename:join(Release, "OTP_VERSION")),
    string:trim(Version).
